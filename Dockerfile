# syntax=docker/dockerfile:1
# Three stages: the packages are built and packed, installed with nothing but what they need, and copied into an image that
# has neither compiler nor sources. What each stage runs is in deploy/*.sh, which test/release runs as well.

ARG NODE=26-bookworm

FROM node:${NODE} AS build
WORKDIR /src
COPY . .
RUN deploy/build-packages.sh /packed

FROM node:${NODE} AS install
COPY --from=build /packed /packed
COPY deploy/install-toolshed.sh /deploy/
RUN /deploy/install-toolshed.sh /opt/toolshed /packed

FROM node:${NODE}-slim
COPY deploy/prepare-root.sh deploy/check-health.sh /deploy/
RUN /deploy/prepare-root.sh
COPY --from=install /opt/toolshed /opt/toolshed
ENV PATH=/opt/toolshed/bin:$PATH \
    NODE_ENV=production \
    XDG_CONFIG_HOME=/etc \
    TOOLSHED_HOME=/var/lib/toolshed
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
# The config is /etc/toolshed/toolshed.config.*, the user's own, which needs no trust; one found in a folder would.
WORKDIR /var/lib/toolshed
VOLUME /var/lib/toolshed
EXPOSE 4180
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["/deploy/check-health.sh"]
# SIGTERM drains: give it more than --drain-grace, --drain-delay and 20 s together (docker stop --time 40).
STOPSIGNAL SIGTERM
ENTRYPOINT ["toolshed"]
CMD ["serve", "--host", "0.0.0.0", "--no-example"]
