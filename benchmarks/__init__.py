"""What arbitree costs, beside scripts written by hand and other libraries, on the same work in the same run."""
