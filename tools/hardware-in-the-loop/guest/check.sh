# Run the checks of one kind: drivers, game, or service.
export PYTHONPATH=/opt/table-companion/current:/tmp/guest:/tmp/guest/stand_ins OPENBLAS_NUM_THREADS=1
export LIBCAMERA_LOG_LEVELS='*:ERROR' HOME=/tmp
if [ "$1" = drivers ]; then
    # libcamera 0.4 forgets to say that a virtual picture is a good one: what it leaves open has to be 0.
    export GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.perturb=255
fi
cd /tmp && exec /opt/companion/bin/python -u /tmp/guest/checks.py "$1"
