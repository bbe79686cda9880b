"""Work for the workers of a Dask cluster; what a lost worker had is done again by another.

Needs the extra: ``pip install 'tokviz[dask]'``.
Source: the documentation of ``dask.bag`` and ``distributed``.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from dask import bag
from distributed import Client, Future, TimeoutError
from distributed.comm.addressing import get_address_host_port

from tokviz.checks.deadlines import Deadline
from tokviz.checks.errors import TokvizError

Given = TypeVar("Given")
Made = TypeVar("Made")

ALONE_SECONDS = 30.0
"""How long a cluster may be without any worker: one that grows when it is asked starts some."""
LOOK_SECONDS = 1.0


def map_on_cluster(
    work: Callable[[Given], Made], things: Sequence[Given], address: str
) -> list[Made]:
    """What the work makes of each, in order.

    Raises TokvizError where the cluster does not answer, or is without a worker for a while.
    """
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
        return list(_waited_for(client.compute(made), client, address)) if things else []


def _waited_for(result: "Future[Any]", client: Client, address: str) -> Any:
    deadline = Deadline(ALONE_SECONDS)
    while not result.done():
        if client.nthreads():
            deadline = Deadline(ALONE_SECONDS)
        elif deadline.passed:
            raise TokvizError(
                f"A Dask cluster needs a worker, but {address} has had none for "
                f"{ALONE_SECONDS:g} seconds. Start one: dask worker {address}"
            )
        with suppress(TimeoutError):
            result.result(timeout=LOOK_SECONDS)
    return result.result()
