from fastapi import FastAPI

app = FastAPI()


@app.get("/")
def home() -> str:
    return "hello from fastapi"


@app.get("/health")
def health() -> dict[str, bool]:
    return {"ok": True}
