module example.org/tracker

go 1.23.0

toolchain go1.24.1

require (
	github.com/go-chi/chi/v5 v5.2.0
	github.com/hibiken/asynq v0.25.1
	github.com/lib/pq v1.10.9
)
