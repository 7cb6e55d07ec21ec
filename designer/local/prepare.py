"""What a start does to the database before the servers start: migrations, then the example designs."""

import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
    import django
    from django.core.management import call_command, get_commands

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    if "load_examples" in get_commands():
        call_command("load_examples", verbosity=0)


if __name__ == "__main__":
    main()
