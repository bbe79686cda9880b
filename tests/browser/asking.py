"""Whether a page waits for a run that it has asked its server for.

Streamlit's page says that a script runs once the server has said so, however long that takes. Until
then it looks idle, and what a test reads of it is of the run before. So each page of a test counts
what it asked, and what the server begins. Of several questions that wait on the server one run
answers the last: then fewer begin, and the page is silent.
"""

from playwright.sync_api import Page
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

NOTE_RUNS = """(() => {
  const sockets = new WeakSet();
  const send = WebSocket.prototype.send;
  const has = (bytes, wanted) => { // the field of this number in a message of protobuf
    for (let at = 0; at < bytes.length; ) {
      const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
          value += (bytes[at] & 127) * 2 ** shift;
          if (bytes[at++] < 128) return value;
        }
      };
      const tag = number();
      if (tag >> 3 === wanted) return true;
      const length = number();
      if (tag % 8 === 2) at += length; // else it was the value
    }
    return false;
  };
  WebSocket.prototype.send = function (data) {
    if (data instanceof Uint8Array && has(data, ASK)) {
      if (!sockets.has(this)) {
        globalThis.runsAsked = 0;
        this.addEventListener("message", ({data}) => {
          globalThis.lastSaid = performance.now();
          if (!(data instanceof ArrayBuffer && has(new Uint8Array(data), BEGUN))) return;
          runsAsked--;
          globalThis.anyBegan = true;
        });
      }
      sockets.add(this);
      runsAsked++;
      globalThis.anyBegan = false;
      globalThis.lastSaid = performance.now();
    }
    return send.call(this, data);
  };
})();""".replace("ASK", str(BackMsg.RERUN_SCRIPT_FIELD_NUMBER)).replace(
    "BEGUN", str(ForwardMsg.NEW_SESSION_FIELD_NUMBER)
)
"""For ``add_init_script``: ``runsAsked`` counts the runs that were asked for and did not begin."""
A_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))"
ASKED = "() => new Promise((done) => setTimeout(() => done(true), 100))"
"""A press becomes a question within some 15 ms, which is one frame, or two."""
ALL_BEGAN = """([silence, longest]) => {
  const rests = document.querySelector("[data-test-script-state=notRunning]");
  const silent = performance.now() - globalThis.lastSaid;
  if (rests && silent > (globalThis.anyBegan ? silence : longest)) globalThis.runsAsked = 0;
  return !(globalThis.runsAsked > 0);
}"""
SILENCE = 1_000, 10_000
"""Milliseconds after which no more runs begin: where one has begun since the last question, which
may be for several, and where none has."""


def until_runs_begin(page: Page) -> None:
    """Wait until each run that the page has asked for has begun."""
    page.wait_for_function(ASKED)  # a click has become a question
    page.wait_for_function(ALL_BEGAN, arg=SILENCE)
    page.wait_for_function(A_FRAME)  # what began is told of
