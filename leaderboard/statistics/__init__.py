"""How sure a rank is: bootstrap over contracts, tests of pairs, power, analyses (SCORING 1.7, 3).

Nothing here moves a score or a rank. Numbers are floats: exact values end where chance begins.
"""
