# Thicket in a small image. Build it from the root of the repository: docker build -t thicket .
FROM rust:1.95-bookworm AS build
WORKDIR /thicket
COPY Cargo.toml Cargo.lock rustfmt.toml ./
COPY .cargo .cargo
COPY rules rules
COPY search search
COPY server server
COPY bench bench
COPY migrations migrations
COPY static static
COPY web/js web/js
RUN cargo build --locked --profile dist

FROM debian:bookworm-slim
RUN useradd --system --create-home --home-dir /var/lib/thicket thicket
COPY --from=build /thicket/target/dist/thicket /usr/local/bin/thicket
USER thicket
WORKDIR /var/lib/thicket
# Metrics are for this container alone; docker-compose.yml shows how to let them out.
ENV THICKET_LISTEN=0.0.0.0:8080 \
    THICKET_METRICS_LISTEN=127.0.0.1:9180 \
    THICKET_DATA_DIR=/var/lib/thicket/data \
    THICKET_LOG_FORMAT=json
VOLUME /var/lib/thicket/data
EXPOSE 8080
ENTRYPOINT ["thicket"]
