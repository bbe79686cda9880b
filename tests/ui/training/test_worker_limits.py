"""A worker where the system has limits of its own."""

import subprocess
import sys


def test_a_system_that_grants_less_than_a_worker_asks_for_is_no_fault() -> None:
    """As where a school's machine limits all processes, or macOS takes no limit of memory."""
    code = """if __name__ == "__main__":
        import resource
        for kind, most in ((resource.RLIMIT_AS, 2_000_000_000), (resource.RLIMIT_CPU, 40)):
            resource.setrlimit(kind, (most, most))
        from tests.ui.training.test_workers import Workers, add, patient, task
        print(Workers(most=1).run(task(add, a=2, b=3), patient))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "5\n", done.stderr
