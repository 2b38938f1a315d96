package main

import (
	"database/sql"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"

	_ "github.com/lib/pq"

	"example.org/tracker/internal/server"
)

func main() {
	port := flag.Int("port", 4000, "API server port")
	flag.Parse()
	dsn, ok := os.LookupEnv("DB_DSN")
	if !ok {
		log.Fatal("DB_DSN must be set")
	}
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		log.Fatal(err)
	}
	srv := &http.Server{Addr: fmt.Sprintf(":%d", *port), Handler: server.Routes(db)}
	log.Fatal(srv.ListenAndServe())
}
