"""Running a model: from its name to a submission worth merging.

A submitter pays real money for a run. So every answer is in the journal, on the disk, before it is
counted (`journal`); a run that was stopped goes on where it stopped; nothing that is answered is
asked again (`loop`); and what it cost is never made to look less (`usage`, `list_prices`).
"""
