from alembic import context
from sqlmodel import SQLModel, create_engine

from app import models  # noqa: F401
from app.config import settings

engine = create_engine(settings.database_url)
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=SQLModel.metadata)
    with context.begin_transaction():
        context.run_migrations()
