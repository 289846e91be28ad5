"""The rulebook as kernels on one game record; the README beside this file leads from rule to function to test."""
