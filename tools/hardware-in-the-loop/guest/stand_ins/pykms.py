"""Stands in for the screen library that picamera2 wants to import, on a computer without a screen."""


class _Anything:
    def __getattr__(self, name: str) -> "_Anything":
        return self


PixelFormat = _Anything()
