"""What the project says and reads on GitHub, through its REST API.

Whatever comes from there was written by others: pull requests, comments and artifacts are read
bounded, as data, and nothing of them is run or unpacked.
"""
