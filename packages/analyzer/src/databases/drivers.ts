/** Packages for exactly one engine. Tools for several engines (ORMs, query builders) say nothing on their own. */
import type { Engine } from './engines.ts'

const lists: Readonly<Record<Engine, string>> = {
  postgres: `pg pg-promise postgres pg-native @neondatabase/serverless @vercel/postgres @prisma/adapter-pg slonik @electric-sql/pglite
    psycopg2 psycopg2-binary psycopg asyncpg pg8000 aiopg psycopg-binary psycopg-pool pgvector
    github.com/lib/pq github.com/jackc/pgx github.com/jackc/pgx/v4 github.com/jackc/pgx/v5 gorm.io/driver/postgres github.com/uptrace/bun/driver/pgdriver
    tokio-postgres deadpool-postgres postgres-native-tls postgrex pg_search pgvector-rails neighbor
    org.postgresql:postgresql postgresql r2dbc-postgresql org.postgresql:r2dbc-postgresql io.quarkus:quarkus-jdbc-postgresql
    Npgsql Npgsql.EntityFrameworkCore.PostgreSQL Marten Aspire.Npgsql ext-pgsql ext-pdo_pgsql
    sqlalchemy[postgresql] sqlalchemy[asyncpg] databases[postgresql] databases[asyncpg] sqlx/postgres diesel/postgres sea-orm/sqlx-postgres good_job que io.quarkus:quarkus-reactive-pg-client`,
  mysql: `mysql mysql2 @planetscale/database mysqlclient PyMySQL pymysql aiomysql asyncmy mysql-connector-python
    github.com/go-sql-driver/mysql gorm.io/driver/mysql mysql_async trilogy myxql
    com.mysql:mysql-connector-j mysql:mysql-connector-java mysql-connector-j mysql-connector-java io.quarkus:quarkus-jdbc-mysql
    MySqlConnector MySql.Data Pomelo.EntityFrameworkCore.MySql MySql.EntityFrameworkCore ext-mysqli ext-pdo_mysql
    sqlalchemy[mysql] sqlalchemy[pymysql] databases[mysql] sqlx/mysql diesel/mysql sea-orm/sqlx-mysql io.quarkus:quarkus-reactive-mysql-client`,
  mariadb: 'mariadb org.mariadb.jdbc:mariadb-java-client mariadb-java-client',
  redis: `redis ioredis bull bullmq bee-queue connect-redis @redis/client rate-limit-redis @socket.io/redis-adapter cache-manager-redis-store
    cache-manager-ioredis-yet @fastify/redis @keyv/redis aioredis django-redis channels-redis celery-redis rq django-rq flask-redis fastapi-cache2 arq huey dramatiq
    github.com/redis/go-redis github.com/redis/go-redis/v9 github.com/go-redis/redis github.com/go-redis/redis/v8 github.com/gomodule/redigo github.com/hibiken/asynq
    fred deadpool-redis bb8-redis sidekiq resque redis-rails redis-client redis-store hiredis redix
    spring-boot-starter-data-redis org.springframework.boot:spring-boot-starter-data-redis redis.clients:jedis jedis io.lettuce:lettuce-core lettuce-core io.quarkus:quarkus-redis-client
    StackExchange.Redis Microsoft.Extensions.Caching.StackExchangeRedis predis/predis ext-redis laravel/horizon
    celery[redis] kombu[redis] redis[hiredis] symfony/redis-messenger github.com/redis/rueidis org.springframework.boot:spring-boot-starter-data-redis-reactive org.redisson:redisson`,
  mongodb: `mongodb mongoose @nestjs/mongoose @typegoose/typegoose monk papr pymongo motor mongoengine beanie djongo odmantic
    go.mongodb.org/mongo-driver go.mongodb.org/mongo-driver/v2 mongoid mongo mongodb_driver
    spring-boot-starter-data-mongodb org.springframework.boot:spring-boot-starter-data-mongodb org.mongodb:mongodb-driver-sync MongoDB.Driver mongodb/mongodb mongodb/laravel-mongodb doctrine/mongodb-odm-bundle
    org.springframework.boot:spring-boot-starter-data-mongodb-reactive`,
  sqlite: `better-sqlite3 sqlite3 sqlite @libsql/client aiosqlite sql.js github.com/mattn/go-sqlite3 modernc.org/sqlite gorm.io/driver/sqlite rusqlite ecto_sqlite3 exqlite
    org.xerial:sqlite-jdbc sqlite-jdbc Microsoft.EntityFrameworkCore.Sqlite Microsoft.Data.Sqlite ext-pdo_sqlite ext-sqlite3
    sqlx/sqlite diesel/sqlite sea-orm/sqlx-sqlite databases[sqlite] databases[aiosqlite] github.com/glebarez/sqlite`,
  mssql: `mssql tedious pymssql mssql-django github.com/microsoft/go-mssqldb github.com/denisenkom/go-mssqldb tiberius tds tiny_tds
    com.microsoft.sqlserver:mssql-jdbc mssql-jdbc Microsoft.EntityFrameworkCore.SqlServer Microsoft.Data.SqlClient System.Data.SqlClient`,
  elasticsearch: `@elastic/elasticsearch @opensearch-project/opensearch elasticsearch elasticsearch-dsl opensearch-py elasticsearch-model searchkick
    github.com/elastic/go-elasticsearch/v8 github.com/opensearch-project/opensearch-go spring-boot-starter-data-elasticsearch elasticsearch/elasticsearch Elastic.Clients.Elasticsearch NEST`,
  rabbitmq: `amqplib amqp-connection-manager @golevelup/nestjs-rabbitmq pika aio-pika kombu-amqp github.com/rabbitmq/amqp091-go github.com/streadway/amqp lapin bunny sneakers
    spring-boot-starter-amqp org.springframework.boot:spring-boot-starter-amqp RabbitMQ.Client MassTransit.RabbitMQ php-amqplib/php-amqplib amqp broadway_rabbitmq symfony/amqp-messenger`,
  kafka: `kafkajs node-rdkafka kafka-python confluent-kafka aiokafka github.com/segmentio/kafka-go github.com/confluentinc/confluent-kafka-go github.com/IBM/sarama github.com/Shopify/sarama
    rdkafka ruby-kafka karafka org.springframework.kafka:spring-kafka spring-kafka Confluent.Kafka brod kafka_ex`,
  memcached: 'memjs memcached pymemcache python-memcached pylibmc dalli github.com/bradfitz/gomemcache ext-memcached',
  clickhouse:
    '@clickhouse/client clickhouse clickhouse-driver clickhouse-connect github.com/ClickHouse/clickhouse-go github.com/ClickHouse/clickhouse-go/v2 clickhouse-rs ecto_ch ClickHouse.Client',
}

const drivers = new Map<string, Engine>()
const engineNames: readonly Engine[] = [
  'postgres',
  'mysql',
  'mariadb',
  'redis',
  'mongodb',
  'sqlite',
  'mssql',
  'elasticsearch',
  'rabbitmq',
  'kafka',
  'memcached',
  'clickhouse',
]
for (const engine of engineNames) for (const name of lists[engine].split(/\s+/)) drivers.set(name, engine)

export function engineOfPackage(name: string): Engine | null {
  return drivers.get(name) ?? drivers.get(name.toLowerCase()) ?? null
}
