package cache

import (
	"context"
	"os"

	"github.com/redis/go-redis/v9"
)

type Cache struct{ client *redis.Client }

func New() *Cache {
	options, err := redis.ParseURL(os.Getenv("REDIS_URL"))
	if err != nil {
		panic(err)
	}
	return &Cache{client: redis.NewClient(options)}
}

func (c *Cache) Get(ctx context.Context, key string) []byte {
	value, _ := c.client.Get(ctx, key).Bytes()
	return value
}
