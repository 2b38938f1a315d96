import sqlalchemy as sa
from alembic import op

revision = "a1b2"
down_revision = None


def upgrade():
    op.create_table("ticket", sa.Column("id", sa.Integer, primary_key=True))
