"""A UCI engine at the other end of two pipes."""

import subprocess
import sys


class Engine:
    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        heard = []
        for line in self.process.stdout:
            heard.append(line)
            if line.startswith(start):
                return heard
        sys.exit("the engine has ended")
