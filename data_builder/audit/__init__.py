"""The audit of an item set: how far does a solver get that never sees the clip?"""
