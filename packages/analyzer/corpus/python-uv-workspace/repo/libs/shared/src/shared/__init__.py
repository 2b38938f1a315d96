def greet() -> str:
    return "hi"
