from fastapi import APIRouter

router = APIRouter()


@router.get("/")
async def list_notes() -> list[str]:
    return []
