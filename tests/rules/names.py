"""Short names of cards of the base deck, as positions use them."""

# Followers of level 1, with the alignment on both ends.
VOLUNTEER = "Campaign Volunteer"  # politics
STRIKER = "Rent Striker"  # economics
STUDENT = "Exchange Student"  # diversity
BLOGGER = "Awareness Blogger"  # identity
# A level 2 follower of politics and economics, and a level 3 one: economics, diversity, politics on both sides.
CAUCUS = "Tax the Rich Caucus"
BROADCASTER = "Public Broadcaster"
# Microaggressions.
POST = "Liked the Wrong Post"  # politics
COFFEE = "Bought the Wrong Coffee"  # economics
FROM = "Asked Where You Are From"  # diversity
PRONOUN = "Used the Wrong Pronoun"  # identity
# Virtue signals.
YARD_SIGN = "Yard Sign"  # politics
CUP = "Reusable Cup"  # economics
PLEDGE = "Panel Pledge"  # diversity
FLAG = "Profile Flag"  # identity
# Plots.
RACE = "Race to the Bottom"
THERMIDOR = "Thermidorian Reaction"
CYCLE = "Vicious Cycle"
PATRIARCHY = "Patriarchal Oppression"
SCUM = "S.C.U.M."
MANSPLAINING = "Mansplaining"
MONDAY = "Just a Normal Monday"
# Specials.
SAFE_SPACE = "Safe Space"
JOB = "Job"
BUILD = "You Didn't Build That"
GASLIGHTING = "Gaslighting"
TRIGGERED = "Triggered!"
VIRAL = "Go Viral"
TOXIC = "Toxic Masculinity"
