"""A UCI engine at the other end of two pipes."""

import subprocess
import sys
import threading


class Engine:
    """A process that is asked line by line. Whoever waits longer than `patience` seconds for an answer is told so, and
    the process is ended."""

    def __init__(self, program, arguments=(), patience=60):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [program, *arguments], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.patience = patience

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        """The lines up to the first that begins so, with it."""
        heard = []
        alarm = threading.Timer(self.patience, self.process.kill)
        alarm.start()
        for line in self.process.stdout:
            heard.append(line)
            if line.startswith(start):
                alarm.cancel()
                return heard
        sys.exit(f"the engine has ended, or has not said '{start}' in {self.patience} seconds")

    def ask(self, line, start):
        self.say(line)
        return self.until(start)

    def quit(self, within=2):
        """Says `quit`; the engine has to obey within so many seconds."""
        self.say("quit")
        status = self.process.wait(timeout=within)
        if status != 0:
            sys.exit(f"the engine has ended with status {status}")
