module github.com/acme/links

go 1.23.4

require (
	github.com/gin-gonic/gin v1.10.0
	github.com/jackc/pgx/v5 v5.7.2
)

require (
	github.com/bytedance/sonic v1.11.6 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
)
