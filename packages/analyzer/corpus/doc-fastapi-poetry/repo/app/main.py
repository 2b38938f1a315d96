from typing import Annotated

from fastapi import Depends, FastAPI, Header, HTTPException
from sqlmodel import Session, create_engine, select

from app.config import settings
from app.models import Item

engine = create_engine(settings.database_url)
app = FastAPI(title="Inventory")


def authorize(token: Annotated[str, Header()]) -> None:
    if token != settings.api_token:
        raise HTTPException(401)


@app.get("/healthz")
def healthz() -> dict[str, str]:
    return {"status": "ok"}


@app.get("/items", dependencies=[Depends(authorize)])
def items() -> list[Item]:
    with Session(engine) as session:
        return list(session.exec(select(Item)))
