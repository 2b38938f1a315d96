rootProject.name = "tasks"
