# docker build -t dither .
# docker run -d --name dither -e DITHER_TOKEN=… -v dither:/data dither
# docker exec dither python -m bot doctor

FROM python:3.11-slim AS build
WORKDIR /source
RUN python -m venv /venv
COPY pyproject.toml LICENSE ./
COPY rules rules
COPY bot bot
RUN /venv/bin/pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && /venv/bin/pip install --no-cache-dir "$(ls /wheels/dither-*.whl)[metrics]"

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin dither \
    && install -d -o dither -g dither /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DITHER_DATABASE=/data/dither.sqlite3
USER dither
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot", "run"]
