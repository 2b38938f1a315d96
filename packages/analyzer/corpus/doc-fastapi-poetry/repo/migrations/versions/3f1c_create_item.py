"""create item"""
import sqlalchemy as sa
from alembic import op

revision = "3f1c"
down_revision = None


def upgrade() -> None:
    op.create_table("item", sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.String))


def downgrade() -> None:
    op.drop_table("item")
