rootProject.name = "inventory"
