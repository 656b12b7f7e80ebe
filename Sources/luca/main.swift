print("luca")
