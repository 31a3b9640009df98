# Thicket in a small image. Build it from the root of the repository: docker build -t thicket .
FROM rust:1.95-bookworm AS build
WORKDIR /thicket
# The dependencies by themselves, with empty crates in the place of ours: this layer stays until one of these files changes.
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY rules/Cargo.toml rules/
COPY search/Cargo.toml search/
COPY pairings/Cargo.toml pairings/
COPY server/Cargo.toml server/
COPY bench/Cargo.toml bench/
RUN for crate in rules search pairings server bench; do mkdir -p $crate/src/bin $crate/benches; touch $crate/src/lib.rs; done \
    && touch rules/benches/play.rs rules/benches/turns.rs search/benches/speed.rs server/benches/append.rs \
    && echo 'fn main() {}' | tee server/src/main.rs bench/src/main.rs bench/src/bin/bare.rs \
    && cargo build --locked --profile dist
COPY rules rules
COPY search search
COPY pairings pairings
COPY server server
COPY bench bench
COPY migrations migrations
COPY static static
COPY web/js web/js
COPY web/worker web/worker
COPY docs/write-a-bot.md docs/
# What is copied keeps its times, and may be older than the empty crates.
RUN touch rules/src/lib.rs search/src/lib.rs pairings/src/lib.rs server/src/lib.rs server/src/main.rs && cargo build --locked --profile dist

FROM debian:bookworm-slim
# A new volume takes over the owner and the mode of the folder.
RUN useradd --system --create-home --home-dir /var/lib/thicket thicket \
    && install --directory --owner=thicket --group=thicket --mode=0700 /var/lib/thicket/data /var/lib/thicket/data/open-data
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
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["thicket", "healthz"]
ENTRYPOINT ["thicket"]
