from pydantic_settings import BaseSettings


class Settings(BaseSettings):
    database_url: str
    jwt_secret: str
    openai_api_key: str | None = None
    environment: str = "development"


settings = Settings()
