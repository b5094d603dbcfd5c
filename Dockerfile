# Trainboard's bench in a container: measures on the GPU where the container gets one, else on the processor.
#
#   docker build -t trainboard .
#   docker run --rm --gpus all --user "$(id -u):$(id -g)" -v "$PWD:/results" trainboard doctor
#   docker run --rm --gpus all --user "$(id -u):$(id -g)" -v "$PWD:/results" trainboard run
#
# Another backend: --build-arg EXTRA=jax-cuda (or torch). Without a GPU: leave out --gpus all.

# The base brings the CUDA runtime and the variables by which the NVIDIA toolkit mounts the driver; cuDNN, cuBLAS and
# NCCL come with the framework's wheels, in the versions that it was built for. Digest: manifest list of this tag.
FROM nvidia/cuda:12.8.1-base-ubuntu24.04@sha256:133c78a0575303be34164d0b90137a042172bdf60696af01a3c424ab402d86e2

ARG EXTRA=tensorflow-cuda

# Versions of Ubuntu packages are not pinned: Ubuntu's archive drops old ones, and a pin would soon break the build.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*

ENV PATH=/opt/venv/bin:$PATH \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOME=/tmp

WORKDIR /opt/trainboard
COPY pyproject.toml README.md LICENSE requirements.lock ./
COPY bench bench
COPY site_builder site_builder

# The lock's versions hold as constraints; its hashes cannot, for it names the wheels for processors.
RUN sed -n 's/^\([a-z0-9].*==.*[^ ]\) *\\$/\1/p' requirements.lock > /tmp/constraints.txt \
    && python3 -m venv /opt/venv \
    && pip install --constraint /tmp/constraints.txt ".[nvidia,${EXTRA}]" \
    && rm /tmp/constraints.txt

USER 10001:10001
WORKDIR /results
ENTRYPOINT ["bench"]
CMD ["doctor"]
