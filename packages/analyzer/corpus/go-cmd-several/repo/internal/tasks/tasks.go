package tasks

import (
	"os"

	"github.com/hibiken/asynq"
)

var password = os.Getenv("SMTP_PASSWORD")

func Mux() *asynq.ServeMux {
	return asynq.NewServeMux()
}
