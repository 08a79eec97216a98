"""Requests on the command line that can't be served."""

import click


class BadRequest(click.ClickException):
    """A request that can't be served: one sentence on standard error that says why, and exit status 2."""

    exit_code = 2
