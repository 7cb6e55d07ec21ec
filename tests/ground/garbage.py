"""What is imported and collected stays to the end, and there is a lot of it: garbage collections leave it out."""

import gc


def pytest_collection_finish() -> None:
    """Leave what is there out of collections. How often they run stays as it is: a test that leaks is then noticed
    close to where it leaks.
    """
    gc.collect()
    gc.freeze()
