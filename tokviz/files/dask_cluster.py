"""Work for the workers of a Dask cluster; what a lost worker had is done again by another.

Needs the extra: ``pip install 'tokviz[dask]'``.
Source: the documentation of ``dask.bag`` and ``distributed``.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from dask import bag
from distributed import Client
from distributed.comm.addressing import get_address_host_port

from tokviz.checks.errors import TokvizError

Given = TypeVar("Given")
Made = TypeVar("Made")


def map_on_cluster(
    work: Callable[[Given], Made], things: Sequence[Given], address: str
) -> list[Made]:
    """What the work makes of each, in order; TokvizError where the cluster does not answer."""
    try:
        get_address_host_port(address)  # a client of no address never ends
        client = Client(address, timeout="5s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise TokvizError(
            f"The address must be that of a Dask scheduler, but {address} does not answer: "
            f"{error}. It looks like tcp://10.0.0.5:8786; dask scheduler prints it."
        ) from None
    with client:
        made = bag.from_sequence(things, partition_size=1).map(work)
        return list(client.compute(made, sync=True)) if things else []
