from newsletter import create_app

app = create_app()
