package store

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Store struct{ client *mongo.Client }

func Open(uri string) *Store {
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		panic(err)
	}
	return &Store{client}
}

func (s *Store) All(ctx context.Context) []bson.M {
	cursor, _ := s.client.Database("music").Collection("albums").Find(ctx, bson.D{})
	var all []bson.M
	_ = cursor.All(ctx, &all)
	return all
}
