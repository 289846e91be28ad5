"""What people look at: figures and pages. Frames in, pictures and text out; no arithmetic on results."""
