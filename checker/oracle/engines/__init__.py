"""The engines: processes that speak in lines or GTP, Python objects, and adapters of other people's programs."""
