# What the guest does once it is up: bring the devices of a table to life, and try our drivers.
up() { cut -d' ' -f1 /proc/uptime; }
echo "== the guest is up after $(up) s, kernel $(uname -r)"
/usr/lib/systemd/systemd-udevd --daemon 2>/dev/null
modprobe configfs
mount -t configfs none /sys/kernel/config
modprobe gpio-sim
# One camera with a webcam input and an HDMI input, and an HDMI output to feed it from.
modprobe vivid n_devs=1 node_types=0x101 num_inputs=2 input_types=0xc num_outputs=1 output_types=1 \
    ccs_cap_mode=0 ccs_out_mode=0
udevadm trigger --subsystem-match=video4linux --subsystem-match=media --subsystem-match=dma_heap \
    --subsystem-match=misc
udevadm settle --timeout=20
# The pins of a Raspberry Pi 4, as its kernel names them.
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 54 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
# gpiozero asks for the revision of the Pi, picamera2 for memory as only a Pi calls it.
{ cat /proc/cpuinfo; printf 'Revision\t: c03114\n'; } >/tmp/cpuinfo
mount --bind /tmp/cpuinfo /proc/cpuinfo
ln -s system "/dev/dma_heap/linux,cma"
# Off the share: lgpio makes a pipe where it runs, and a share is slow.
cp -r /share/checkout /tmp/checkout
cp -r /share/guest /tmp/guest
cd /tmp
export PYTHONPATH=/tmp/checkout:/tmp/guest:/tmp/guest/stand_ins LIBCAMERA_LOG_LEVELS='*:ERROR'
export OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
# libcamera 0.4 forgets to say that a virtual picture is a good one: what it leaves open has to be 0.
export GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.perturb=255
echo "== devices are ready after $(up) s"
/opt/companion/bin/python -u /tmp/guest/checks.py
echo "== all is done after $(up) s"
