from PIL import Image


def rotate(path: str) -> None:
    Image.open(path).rotate(90).save(path)
