from fastapi import FastAPI

from app.config import settings
from app.routers import notes

app = FastAPI(title="Notes")
app.include_router(notes.router, prefix="/notes")


@app.get("/health")
async def health() -> dict[str, str]:
    return {"status": "ok", "environment": settings.environment}
