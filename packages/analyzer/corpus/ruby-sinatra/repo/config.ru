require "./app"

run App
