"""Building blocks, and the way from requirements to a launch."""

from django.urls import path

from designer.views.design import answers, blocks, guide

paths = [
    path("answers/", answers.part_answers, name="part-answers"),
    path("answers/apply/", answers.answer_apply, name="answer-apply"),
    path("path/", guide.design_path, name="design-path"),
    path("launch/", guide.design_launch, name="design-launch"),
    path("launch/file/", guide.launch_file, name="launch-file"),
    path("worksheet/", guide.design_worksheet, name="design-worksheet"),
    path("worksheet/file/", guide.worksheet_file, name="worksheet-file"),
    path("hot-key/", guide.hot_key, name="hot-key"),
    path("blocks/", blocks.design_blocks, name="design-blocks"),
    path("blocks/<slug:block>/", blocks.design_block, name="design-block"),
    path("blocks/<slug:block>/preview/", blocks.block_preview, name="block-preview"),
    path("blocks/<slug:block>/grid/", blocks.block_grid, name="block-grid"),
    path("blocks/<slug:block>/insert/", blocks.block_insert, name="block-insert"),
]
