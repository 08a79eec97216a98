"""The simplified WMSG rules that Robert Jasiek proposed in 2008, version 2: the whole text."""
