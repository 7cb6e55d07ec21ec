"""What the home page says about requirements while they are typed."""

from __future__ import annotations

from django.template.loader import render_to_string

from designer.page.home.first_look import first_look


def said(text: str) -> str:
    return " ".join(render_to_string("designer/parts/home/first_look.html", first_look(text)).split())


def test_access_patterns_entities_and_questions_are_counted():
    text = "customer by id\norders of a customer, most important first"
    assert said(text) == "2 access patterns of Customer and Order. 1 asks a question on the next page."


def test_lines_that_are_not_understood_are_named_by_number():
    assert said("customer by id\nlorem ipsum").endswith("Line 2 is not understood yet.")


def test_nothing_is_said_of_nothing_and_of_a_file_that_is_not_whole():
    assert said(" \n") == ""
    assert said('{"openapi": "3.0.0", "paths": {') == ""


def test_more_entities_than_fit_are_counted():
    names = ["apple", "boat", "car", "dog", "egg", "farm", "goat", "house", "ink", "jar"]
    assert "Egg, Farm, Goat, House and 2 more." in said("\n".join(f"{one} by id" for one in names))


def test_a_design_is_offered_to_the_import_and_sentences_about_tables_are_not():
    sql = "CREATE TABLE guests (id UUID PRIMARY KEY, name TEXT);"
    assert said(sql).startswith("This is SQL that creates tables, not a list of requirements. <button")
    assert "access pattern" not in said(sql)
    assert said("create a table of a restaurant (5/s)\ntables of a restaurant").startswith("2 access patterns")
