package main

import (
	"log"

	"github.com/hibiken/asynq"

	"example.org/tracker/internal/env"
	"example.org/tracker/internal/tasks"
)

func main() {
	srv := asynq.NewServer(asynq.RedisClientOpt{Addr: env.Get("REDIS_ADDR", "localhost:6379")}, asynq.Config{})
	if err := srv.Run(tasks.Mux()); err != nil {
		log.Fatal(err)
	}
}
