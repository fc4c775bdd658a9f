# docker build -t assay . && docker run --rm -v "$PWD:/work" --env-file .env assay run --target assay.target.json
FROM node:22-slim AS build
WORKDIR /assay
COPY . .
RUN npm ci && npm pack --ignore-scripts

FROM node:22-slim
COPY --from=build /assay/assay-*.tgz /tmp/assay.tgz
RUN npm install --global --omit=dev --ignore-scripts /tmp/assay.tgz && rm /tmp/assay.tgz
USER node
WORKDIR /work
ENTRYPOINT ["assay"]
