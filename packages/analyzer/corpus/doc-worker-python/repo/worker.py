import os

from redis import Redis
from rq import Queue, Worker

connection = Redis.from_url(os.environ["REDIS_URL"])
queues = os.environ.get("QUEUES", "default").split(",")

if __name__ == "__main__":
    Worker([Queue(name, connection=connection) for name in queues], connection=connection).work()
